// Pages without a session: no router, no frame.
import { type ComponentType, lazy, type ReactElement } from 'react';
import { type Place, placeOf } from '#ui/client/hash.ts';
import SignIn from '#web/session/SignIn.tsx';

const ForgottenPassword = lazy(() => import('#web/session/ForgottenPassword.tsx'));
const NewPassword = lazy(() => import('#web/session/NewPassword.tsx'));
const Invitation = lazy(() => import('#web/session/Invitation.tsx'));
const NewEmail = lazy(() => import('#web/session/NewEmail.tsx'));
const LegalText = lazy(() => import('#web/tenant/LegalText.tsx'));
const Signature = lazy(() => import('#web/signing/Signature.tsx'));
const Verification = lazy(() => import('#web/signing/Verification.tsx'));
const SignUp = lazy(() => import('#web/signup/SignUp.tsx'));
const ConfirmSignUp = lazy(() => import('#web/signup/ConfirmSignUp.tsx'));
const FirstAdmin = lazy(() => import('#web/session/FirstAdmin.tsx'));

export interface PublicProps {
  token: string;
  notice: string | null;
  prepare(): void;
  onSignedIn(): void;
}

export interface PublicPage {
  name: string;
  path: RegExp;
  title: string;
  component: ComponentType<PublicProps>;
}

export const publicPages: readonly PublicPage[] = [
  { name: 'login', path: /^\/login$/, title: 'Connexion', component: SignIn },
  { name: 'forgottenPassword', path: /^\/mot-de-passe$/, title: 'Mot de passe oublié', component: ForgottenPassword },
  { name: 'newPassword', path: /^\/mot-de-passe\/([^/]+)$/, title: 'Nouveau mot de passe', component: NewPassword },
  { name: 'newEmail', path: /^\/adresse-mail\/([^/]+)$/, title: 'Nouvelle adresse e-mail', component: NewEmail },
  { name: 'invitation', path: /^\/invitation\/([^/]+)$/, title: 'Invitation', component: Invitation },
  { name: 'firstAdmin', path: /^\/premier-compte\/([^/]+)$/, title: 'Premier compte', component: FirstAdmin },
  { name: 'signUp', path: /^\/inscription$/, title: 'Inscrire mon agence', component: SignUp },
  { name: 'confirmSignUp', path: /^\/inscription\/([^/]+)$/, title: 'Ouvrir mon agence', component: ConfirmSignUp },
  {
    name: 'contractSignature',
    path: /^\/signature\/((?:agent|customer)\/[^/]+\/[^/]+)$/,
    title: 'Signature du contrat',
    component: Signature,
  },
  {
    name: 'verification',
    path: /^\/verification(?:\/([^/]+))?$/,
    title: 'Vérifier un document signé',
    component: Verification,
  },
  {
    name: 'legalText',
    path: /^\/textes-legaux\/(mentions|privacy|terms)$/,
    title: 'Textes légaux',
    component: LegalText,
  },
];

export function publicPageAt({ path }: Place): { page: PublicPage; token: string } | null {
  for (const page of publicPages) {
    const found = page.path.exec(path);
    if (found) return { page, token: decodeURIComponent(found[1] ?? '') };
  }
  return null;
}

/** Target of the sign-in: the page asked for, never a public page or another host. */
export function landingOf({ query }: Place): string {
  const from = query.get('from') ?? '/';
  return from.startsWith('/') && !publicPageAt(placeOf(from)) ? from : '/';
}

export const signInFor = (hash: string): string =>
  hash === '/' || hash === '/home' ? '/login' : `/login?from=${encodeURIComponent(hash)}`;

export function PublicPageView({ page, ...props }: { page: PublicPage } & PublicProps): ReactElement {
  const { component: Page } = page;
  // Another link is another page, even if only the part after the # changes.
  return <Page key={props.token} {...props} />;
}
