export function debianBrowser(): string | undefined;
export function installBrowserIfNeeded(): Promise<void>;
