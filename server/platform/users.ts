import type { AdminUser } from '#core/platform/user.ts';
import type { Extension } from '#server/kernel/extension.ts';

/** AB-005 */
export const adminUserExtension: Extension<typeof AdminUser> = {
  searchesRows: true,
  computed: {
    fullname: (t) => `${t}.fullname`,
    platformRole: (t) => `${t}.platform_role`,
    userCompanies: (t) =>
      `(select coalesce(json_agg(json_build_object('id', c.id, 'company', c.company, 'role', c.role) order by c.company, c.id), '[]') from companies_of_user(${t}.id) c)`,
  },
  bare: { userCompanies: (t) => `select count(*) from companies_of_user(${t}.id)` },
};
