// Screenshots of the administration of agencies and people.
import { expect } from '@playwright/test';
import { button, rowLink } from './acts.ts';
import type { Shot } from './shots.ts';

const platform = 'admin@vigie.example';

export const platformShots: Shot[] = [
  {
    name: 'admin-agencies',
    as: platform,
    path: '/adminAgencies',
    act: (page) => expect(rowLink(page, 'Azur Sécurité')).toBeVisible(),
  },
  {
    name: 'admin-agency-new',
    as: platform,
    path: '/adminAgencies',
    act: (page) => button(page, 'Nouvelle agence').click(),
  },
  {
    name: 'admin-users',
    as: platform,
    path: '/adminUsers',
    act: (page) => expect(page.getByText('Azur Sécurité').first()).toBeVisible(),
  },
  {
    name: 'support-accounts',
    as: platform,
    path: '/supportAccounts',
    act: (page) => expect(page.getByText('support@vigie.example')).toBeVisible(),
  },
  {
    name: 'platform-resume',
    as: platform,
    path: '/platform/admin/dashboard/resume-app',
    act: (page) => expect(page.getByText('Fiches collaborateurs')).toBeVisible(),
  },
  {
    name: 'platform-turnover',
    as: platform,
    path: '/platform/admin/dashboard/ca-app',
    act: (page) => expect(page.getByRole('table', { name: 'Mois par mois' })).toBeVisible(),
  },
  {
    name: 'import-agency',
    as: platform,
    path: '/platformAdminImportAgency',
    act: (page) => expect(button(page, 'Importer : Sites')).toBeVisible(),
  },
];
