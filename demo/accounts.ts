// The demo accounts listed for visitors.

export const demoPassword = 'Demo1234';

export const demoAccounts = [
  ['admin@vigie.example', 'super-administrateur de la plateforme'],
  ['support@vigie.example', 'support de la plateforme'],
  ['direction@azur.example', 'direction, Azur Sécurité'],
  ['planning@azur.example', 'planification, Azur Sécurité'],
  ['agent@azur.example', 'agent de terrain, Azur Sécurité'],
  ['client@azur.example', "client d'Azur Sécurité"],
  ['direction@boreal.example', 'direction, Boréal Protection'],
] as const;
