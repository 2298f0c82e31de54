// « Mon badge »: the agent's own badge, to show at a control.
import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { useSession } from '#ui/client/session.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { BadgeView } from './BadgeView.tsx';
import classes from './badges.module.css';

export default function MyBadge({ title, description }: ScreenProps): ReactElement {
  const { profile, user } = useSession();
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {profile ? (
        <BadgeView id={profile.id} name={`${user.firstname} ${user.lastname}`} mount="agent" />
      ) : (
        <Text c="dimmed">Le badge est celui d’un collaborateur : aucun n’est choisi.</Text>
      )}
      <Text size="sm" c="dimmed" mt="md">
        Le code QR ouvre une page où chacun peut vérifier que votre carte professionnelle est en cours de validité. Si
        vous perdez votre badge, prévenez votre agence : elle renouvelle le code et l’ancien n’est plus reconnu.
      </Text>
    </div>
  );
}
