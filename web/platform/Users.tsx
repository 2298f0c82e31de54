// « Utilisateurs »: every account of the platform, with its companies (AB-005).
import { Badge, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { AdminUser, platformStaff } from '#core/platform/user.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable } from '#ui/Table/EntityTable.tsx';

type Companies = Row<typeof AdminUser>['userCompanies'];

const cells: Cells = {
  userCompanies: ({ value, row }) => {
    const companies = (value ?? []) as Companies;
    const staff = platformStaff[row.platformRole as keyof typeof platformStaff];
    return (
      <Text span size="sm" title={companies.map(({ company, role }) => `${company} (${role})`).join(', ')}>
        {staff ? (
          <Badge variant="light" tt="none" mr={6}>
            {staff}
          </Badge>
        ) : null}
        {companies.map(({ company, role }) => `${company} (${role})`).join(', ')}
      </Text>
    );
  },
};

export default function Users(props: ScreenProps): ReactElement {
  return <EntityTable of={AdminUser} {...props} add={false} cells={cells} />;
}
