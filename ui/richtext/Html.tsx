import type { ReactNode } from 'react';
import { Picture } from './Picture.tsx';
import { SafeHtml } from './SafeHtml.tsx';

export const Html = ({ value }: { value: string }): ReactNode => <SafeHtml value={value} picture={Picture} />;
