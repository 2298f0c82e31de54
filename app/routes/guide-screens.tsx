// Screens of the platform's communication.
import type { ComponentType, ReactElement } from 'react';
import type { ScreenProps } from '#ui/shell/screen.ts';
import type { LocatedProps } from '#web/guides/Videos.tsx';
import type { Screen } from './route.ts';
import { screen } from './screens.tsx';

/** With the list of all screens: the route tree is known here, not below. */
const located = (load: () => Promise<{ default: ComponentType<LocatedProps> }>): Screen => ({
  load: async () => {
    const [{ default: Located }, { locations }] = await Promise.all([load(), import('../locations.ts')]);
    return { default: (props: ScreenProps): ReactElement => <Located {...props} locations={locations} /> };
  },
});

export const videosScreen = located(() => import('#web/guides/Videos.tsx'));
export const uiTutorialsScreen = located(() => import('#web/guides/UiTutorials.tsx'));
export const maintenanceScreen = screen(() => import('#web/guides/Maintenance.tsx'));
export const communicationScreen = screen(() => import('#web/guides/Communication.tsx'));
export const tutorialsEditorScreen = screen(() => import('#web/guides/TutorialsEditor.tsx'));
export const usefulDocsEditorScreen = screen(() => import('#web/guides/UsefulDocsEditor.tsx'));
export const tutorialScreen = screen(() => import('#web/guides/Tutorials.tsx'));
export const usefulDocsScreen = screen(() => import('#web/guides/UsefulDocs.tsx'));
export const referralScreen = screen(() => import('#web/guides/Referral.tsx'));
export const siteOfferScreen = screen(() => import('#web/guides/SiteOffer.tsx'));

export const feedbacksScreen: Screen = {
  list: { entity: () => import('#core/guides/feedback.ts').then(({ Feedback }) => Feedback), scope: 'platform' },
  load: () => import('#web/guides/Feedbacks.tsx'),
};
