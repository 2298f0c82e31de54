// The accounts of the platform, with the companies of each (AB-005).
import { entity } from '../kernel/entity.ts';
import { choice, lines, moment, text } from '../kernel/field.ts';

export const platformStaff = {
  SUPER_ADMIN: 'Super-administrateur',
  ADMIN: 'Administrateur de la plateforme',
  SUPPORT: 'Support',
} as const;

const written = 'server';

export const AdminUser = entity({
  name: 'adminUser',
  plural: 'adminUsers',
  table: 'administered_users',
  label: { one: 'Utilisateur', many: 'Utilisateurs' },
  description: 'Tous les comptes, avec les sociétés de chacun et son rôle.',
  title: 'fullname',
  subtitle: ['email'],
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  columns: ['fullname', 'createdAt', 'email', 'userCompanies'],
  grants: { list: { platform: 'admin' }, read: { platform: 'admin' }, create: {}, edit: {} },
  paths: { list: '/fetch/users', read: '/user/{id}' },
  fields: {
    fullname: text('Nom', { written, required: true, column: 'shown', search: true }),
    email: text('E-mail', { written, required: true, column: 'shown', chars: 26, search: true }),
    createdAt: moment('Créé le', { written, required: true, column: 'shown' }),
    userCompanies: lines(
      'Sociétés',
      { company: text('Société', { required: true }), role: text('Rôle', { required: true }) },
      { written, column: 'shown', chars: 40 },
    ),
    platformRole: choice('Rôle sur la plateforme', platformStaff, { written, column: 'offered', filter: true }),
  },
});
