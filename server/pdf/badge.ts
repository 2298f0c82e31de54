// The badge: both sides of a card of 85.6 × 54 mm, with the legal content of the company card (law.md section 2).
import { noPublicPower } from '#core/agencies/mentions.ts';
import { initialsOf } from '#core/agents/badge.ts';
import { individualNumber } from '#core/agents/card.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { inkOn } from '#core/tenant/colour.ts';
import type { House } from './identity.ts';
import { drawStrokes, finished, type Pen, penFor, quiet, strokesOf, write } from './pen.ts';

export interface BadgeFacts {
  firstname: string;
  lastname: string;
  /** The job title. */
  position: string | null;
  cardNumber: string | null;
  cardExpiresAt: string | null;
  specialties: readonly string[];
  dogs: readonly { name: string; chipNumber: string | null }[];
  /** The employer of a subcontractor's agent. */
  company: { name: string; siret: string | null } | null;
  /** JPEG; null: initials are shown instead. */
  photo: Buffer | null;
  /** The address in the code. */
  url: string;
}

const [width, height] = [242.65, 153.07];
const margin = 10;

function drawCode(pen: Pen, text: string, x: number, y: number, side: number): void {
  drawStrokes(pen, strokesOf(text), x, y, side);
  // On a screen, the code is a link.
  pen.link(x, y, side, side, text);
}

function front(pen: Pen, facts: BadgeFacts, house: House, accent: string): void {
  pen.rect(0, 0, width, 24).fill(accent);
  write(pen, facts.company?.name ?? house.name, margin, 6.5, width - 2 * margin - (house.logo ? 58 : 0), {
    size: 10,
    bold: true,
    colour: inkOn(accent),
  });
  if (house.logo && !facts.company) {
    // On white, because logos are made for paper.
    pen.roundedRect(width - margin - 52, 3, 52, 18, 2).fill('#ffffff');
    pen.image(Buffer.from(house.logo), width - margin - 50, 4, { fit: [48, 16], align: 'center', valign: 'center' });
  }
  const [photoWidth, photoHeight] = [64, 80];
  const top = 33;
  if (facts.photo) pen.image(Buffer.from(facts.photo), margin, top, { width: photoWidth, height: photoHeight });
  else {
    pen.roundedRect(margin, top, photoWidth, photoHeight, 4).fill('#e4e9ed');
    const initials = initialsOf(facts.firstname, facts.lastname);
    pen.font('bold').fontSize(26).fillColor(quiet);
    pen.text(initials, margin, top + 24, { width: photoWidth, align: 'center', lineBreak: false });
  }
  const x = margin + photoWidth + 9;
  const room = width - x - margin;
  let y = write(pen, facts.lastname.toLocaleUpperCase('fr'), x, top - 2, room, { size: 12, bold: true });
  y = write(pen, facts.firstname, x, y, room, { size: 11 });
  y = write(pen, facts.position ?? 'Agent de sécurité', x, y + 1, room, { size: 8, colour: quiet }) + 3;
  const code = 44;
  const beside = room - code - 6;
  const below = y;
  y = write(pen, 'Numéro individuel', x, y, beside, { size: 6, colour: quiet });
  y = write(pen, individualNumber(facts.cardNumber) ?? '—', x, y, beside, { size: 8.5, bold: true }) + 1;
  y = write(pen, 'Valable jusqu’au', x, y, beside, { size: 6, colour: quiet });
  write(pen, facts.cardExpiresAt ? frenchDay(facts.cardExpiresAt) : 'non confirmé', x, y, beside, {
    size: 8.5,
    bold: true,
  });
  drawCode(pen, facts.url, width - margin - code, below, code);
  const foot = top + photoHeight + 6;
  y = write(pen, 'Carte professionnelle', margin, foot, width - 2 * margin, { size: 6, colour: quiet });
  write(pen, facts.cardNumber ?? 'Non renseignée', margin, y, width - 2 * margin, { size: 10, bold: true });
}

function back(pen: Pen, { specialties, dogs, company }: BadgeFacts, house: House, accent: string): void {
  const room = width - 2 * margin;
  pen.rect(0, 0, width, 5).fill(accent);
  const label = (words: string, at: number): number => write(pen, words, margin, at, room, { size: 6, colour: quiet });
  let y = label('Employeur', 11);
  if (company) {
    const named = [company.name, company.siret && `SIRET ${company.siret}`].filter(Boolean).join(' – ');
    y = write(pen, named, margin, y, room, { size: 8.5, bold: true });
    y = label('Intervient pour', y + 3);
  }
  y = write(pen, house.name, margin, y, room, { size: 8.5, bold: true });
  if (house.address) y = write(pen, house.address, margin, y, room, { size: 7.5, lines: 2 });
  if (house.approvalNumber)
    y = write(pen, `Autorisation d’exercer n° ${house.approvalNumber}`, margin, y, room, { size: 7.5 });
  if (specialties.length > 0) {
    y = label('Activités et spécialités', y + 3);
    y = write(pen, specialties.join(', '), margin, y, room, { size: 7.5, lines: 3 });
  }
  if (dogs.length > 0) {
    y = label(dogs.length > 1 ? 'Chiens (ICAD)' : 'Chien (ICAD)', y + 3);
    write(
      pen,
      dogs.map(({ name, chipNumber }) => [name, chipNumber].filter(Boolean).join(' ')).join(', '),
      margin,
      y,
      room,
      { size: 7.5, lines: 2 },
    );
  }
  if (house.isFrench) write(pen, noPublicPower, margin, height - 23, room, { size: 5.5, colour: quiet, lines: 3 });
}

/** Same facts and same time give the same bytes. */
export function badgePdf(facts: BadgeFacts, house: House, look: { accent: string; now: Date }): Promise<Buffer> {
  const pen = penFor(`Badge de ${facts.firstname} ${facts.lastname}`, house.name, [width, height], look.now);
  front(pen, facts, house, look.accent);
  pen.addPage();
  back(pen, facts, house, look.accent);
  return finished(pen);
}
