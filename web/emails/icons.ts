// Icons of e-mails, not loaded with the frame.
import type { Icon } from '@tabler/icons-react';
import lock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import send from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';

export const IconLock: Icon = lock;
export const IconSend: Icon = send;
