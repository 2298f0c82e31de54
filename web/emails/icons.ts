// Icons of e-mails, which the frame does without.
import type { Icon } from '@tabler/icons-react';
import lock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import send from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';

export const IconLock: Icon = lock;
export const IconSend: Icon = send;
