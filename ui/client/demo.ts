// The demo accounts that the server writes into the page, with demo data only.
export interface DemoAccount {
  email: string;
  role: string;
  password: string;
}

export function demoAccounts(): readonly DemoAccount[] {
  const written = document.getElementById('demo')?.textContent;
  try {
    return written ? (JSON.parse(written) as DemoAccount[]) : [];
  } catch {
    return [];
  }
}
