// Legal mentions on the documents of a private security firm (law.md section 2: L612-14 and L612-15 of the code de la
// sécurité intérieure).

export interface AgencyIdentity {
  name: string;
  /** SARL, SAS… */
  legalForm: string | null;
  /** As text, with its currency. */
  capital: string | null;
  address: string | null;
  siret: string | null;
  rcs: string | null;
  vatNumber: string | null;
  /** Issued by the CNAPS. */
  approvalNumber: string | null;
  email: string | null;
  phone: string | null;
  /** Whether French law applies. */
  isFrench: boolean;
  /** It sells the software: it is no security firm. */
  isPlatform?: boolean;
}

export const noPublicPower =
  'L’autorisation d’exercice ne confère aucune prérogative de puissance publique à l’entreprise ou aux personnes qui en bénéficient (art. L612-14 du code de la sécurité intérieure).';

const siretInGroups = (siret: string): string => siret.replace(/^(\d{3})(\d{3})(\d{3})(\d{5})$/, '$1 $2 $3 $4');

/** The footer of every document, line by line. */
export function mentionsOf(agency: AgencyIdentity): string[] {
  const { name, legalForm, capital, address, siret, rcs, vatNumber, approvalNumber, isFrench, isPlatform } = agency;
  return [
    [[name, legalForm, capital && `au capital de ${capital}`].filter(Boolean).join(' '), address]
      .filter(Boolean)
      .join(' – '),
    [
      siret && `SIRET ${siretInGroups(siret)}`,
      rcs && `RCS ${rcs}`,
      vatNumber && `TVA ${vatNumber}`,
      approvalNumber && `Autorisation d’exercer n° ${approvalNumber}`,
    ]
      .filter(Boolean)
      .join(' – '),
    isFrench && !isPlatform ? noPublicPower : '',
  ].filter((line) => line !== '');
}

/** The VAT number that France gives to a company: its key and its SIREN. */
export function vatNumberOf(siret: string): string {
  const siren = siret.slice(0, 9);
  return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
}
