// Templates that a new agency starts with: the contracts of the branch (IDCC 1351), an amendment, a service contract and a
// subcontract. To be read over by the agency's counsel: they are a start, not advice.
import type { signingOrders } from './contract.ts';
import type { ContractKind } from './variables.ts';

export interface ReadyTemplate {
  kind: ContractKind;
  title: string;
  signingOrder: keyof typeof signingOrders;
  content: string;
}

const article = (title: string, ...paragraphs: string[]): string =>
  `<h3>${title}</h3>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`;

const employer = `<p><strong>Entre les soussignés :</strong></p>
<p>{agence.nom}, {agence.forme}, SIRET {agence.siret}, {agence.adresse}, autorisation d’exercice {agence.autorisation}, représentée par {agence.representant}, ci-après « l’employeur »,</p>
<p>et {collaborateur.civilite} {collaborateur.prenom} {collaborateur.nom}, né(e) le {collaborateur.naissance} à {collaborateur.lieuDeNaissance}, de nationalité {collaborateur.nationalite}, demeurant {collaborateur.adresse}, ci-après « le salarié »,</p>
<p>il est convenu ce qui suit.</p>`;

const card = article(
  'Carte professionnelle',
  'Le salarié déclare être titulaire de la carte professionnelle n° {collaborateur.carte}, délivrée par le CNAPS (articles L612-20 et suivants du code de la sécurité intérieure). Sa perte ou son non-renouvellement fait obstacle à l’exécution du contrat : le salarié en informe l’employeur sans délai.',
);

const pay = article(
  'Classification et rémunération',
  'Le salarié est classé {travail.categorie}, niveau {travail.niveau}, échelon {travail.echelon}, coefficient {travail.coefficient} de la convention collective nationale des entreprises de prévention et de sécurité (IDCC 1351).',
  'Sa rémunération brute est de {travail.salaireMensuel} par mois, soit {travail.salaireHoraire} de l’heure, à laquelle s’ajoutent les majorations et primes conventionnelles (nuit, dimanche, jours fériés, panier, habillage).',
);

const time = article(
  'Durée et organisation du travail',
  'La durée du travail est de {travail.heures}. Les horaires sont donnés par un planning remis au moins sept jours à l’avance ; la modification à plus bref délai suppose l’accord du salarié (article 7.07 de la convention collective).',
);

const place = article(
  'Lieu de travail',
  'Le salarié exerce à {travail.lieu} et sur les sites des clients de ce secteur, selon les besoins du service.',
);

const closing = article(
  'Obligations',
  'Le salarié respecte le code de déontologie des personnes physiques ou morales exerçant des activités privées de sécurité, le règlement intérieur et les consignes des sites, et garde le secret sur ce qu’il apprend dans ses fonctions.',
);

const agencySide =
  '<p>{agence.nom}, {agence.forme}, SIRET {agence.siret}, {agence.adresse}, autorisation d’exercice {agence.autorisation}, représentée par {agence.representant}, ci-après « le prestataire »,</p>';
const customerSide =
  '<p>et {client.nom}, SIRET {client.siret}, {client.adresse}, représenté par {client.contact}, ci-après « le client »,</p><p>il est convenu ce qui suit.</p>';
const law =
  'L’autorisation d’exercice ne confère aucune prérogative de puissance publique à l’entreprise ou aux personnes qui en bénéficient (article L612-14 du code de la sécurité intérieure).';

export const readyTemplates: readonly ReadyTemplate[] = [
  {
    ...{ kind: 'agent', title: 'Contrat à durée indéterminée (CDI)', signingOrder: 'ORDER' },
    content: `${employer}${[
      article(
        'Engagement',
        'Le salarié est engagé à durée indéterminée à compter du {travail.debut}, sous réserve de la visite d’information et de prévention.',
      ),
      article(
        'Période d’essai',
        'Le contrat ne devient définitif qu’à l’issue d’une période d’essai de {travail.essai}. Le renouvellement suppose l’accord écrit des deux parties.',
      ),
      ...[card, pay, time, place, closing],
      article(
        'Rupture',
        'Après la période d’essai, le contrat peut être rompu dans les conditions de la loi, avec le préavis que fixe la convention collective.',
      ),
    ].join('')}<p>Fait le {date}.</p>`,
  },
  {
    ...{ kind: 'agent', title: 'Contrat à durée déterminée (CDD)', signingOrder: 'ORDER' },
    content: `${employer}${[
      article(
        'Engagement et motif',
        'Le salarié est engagé à durée déterminée du {travail.debut} au {travail.fin}, pour le motif suivant (article L1242-2 du code du travail) : ……………',
      ),
      article(
        'Période d’essai',
        'La période d’essai est d’un jour par semaine de contrat, dans la limite de deux semaines pour un contrat de six mois au plus, d’un mois au-delà (article L1242-10).',
      ),
      ...[card, pay, time, place, closing],
      article(
        'Fin du contrat',
        'À son terme, le salarié reçoit l’indemnité de fin de contrat et l’indemnité compensatrice de congés payés que la loi prévoit (articles L1243-8 et L1242-16).',
      ),
    ].join('')}<p>Fait le {date}.</p>`,
  },
  {
    ...{ kind: 'agent', title: 'Avenant au contrat de travail', signingOrder: 'ORDER' },
    content: `${employer}${[
      article('Objet', 'Le présent avenant modifie le contrat de travail du salarié à compter du …………… :'),
      article(
        'Modifications',
        'Durée du travail : {travail.heures}.',
        'Rémunération brute mensuelle : {travail.salaireMensuel}.',
        'Autres : ……………',
      ),
      article('Autres dispositions', 'Les autres clauses du contrat de travail restent inchangées.'),
    ].join('')}<p>Fait le {date}.</p>`,
  },
  {
    ...{ kind: 'customer', title: 'Contrat de prestation de sécurité', signingOrder: 'ORDER' },
    content: `<p><strong>Entre les soussignés :</strong></p>${agencySide}${customerSide}${[
      article(
        'Objet',
        'Le prestataire assure pour le client : {prestation.titre}, sur les sites suivants : {prestation.sites}.',
        law,
      ),
      article(
        'Durée et préavis',
        'Le contrat prend effet le {prestation.debut} et prend fin le {prestation.fin}. Il se renouvelle par tacite reconduction pour la même durée, sauf dénonciation par lettre recommandée {prestation.preavis} avant son terme.',
      ),
      article(
        'Exécution',
        'Le prestataire affecte des agents titulaires de la carte professionnelle correspondant à leur mission. Les consignes du site, établies avec le client, s’imposent aux agents.',
      ),
      article(
        'Prix',
        'Les prix et leur révision sont ceux du contrat commercial annexé. Les factures sont payables à l’échéance convenue ; tout retard entraîne les pénalités légales et l’indemnité forfaitaire de 40 € (articles L441-10 et D441-5 du code de commerce).',
      ),
      article(
        'Sous-traitance',
        'Le prestataire ne sous-traite qu’une partie de la prestation, avec l’accord du client, dans les limites de l’article L612-5-1 du code de la sécurité intérieure.',
      ),
      article(
        'Assurance',
        'Le prestataire est assuré pour sa responsabilité civile professionnelle et en justifie à la demande du client.',
      ),
      article('Fin du contrat', 'À la fin du contrat, l’accord de branche sur la reprise du personnel s’applique.'),
    ].join('')}<p>Fait le {date}.</p>`,
  },
  {
    ...{ kind: 'customer', title: 'Contrat de sous-traitance', signingOrder: 'ORDER' },
    content: `<p><strong>Entre les soussignés :</strong></p>${agencySide.replace('le prestataire', 'le sous-traitant')}${customerSide.replace('le client', 'le donneur d’ordre')}${[
      article(
        'Objet et part sous-traitée',
        'Le donneur d’ordre confie au sous-traitant une partie de la prestation de sécurité suivante : {prestation.titre}, sites : {prestation.sites}. Part sous-traitée : …………… % (article L612-5-1 du code de la sécurité intérieure : une partie seulement du contrat peut être sous-traitée).',
        law,
      ),
      article(
        'Rang',
        'Le sous-traitant intervient au rang : 1 ☐  2 ☐. Au rang 2, le donneur d’ordre de premier rang justifie du recours à la sous-traitance, et l’entreprise principale l’a validé. Aucun rang au-delà n’est permis.',
      ),
      article(
        'Durée',
        'Le contrat prend effet le {prestation.debut} et prend fin le {prestation.fin}, avec un préavis de {prestation.preavis}.',
      ),
      article(
        'Vérifications',
        'Le sous-traitant remet son autorisation d’exercice, les cartes professionnelles des agents affectés et les attestations de vigilance (article L8222-1 du code du travail) à la signature, puis tous les six mois.',
      ),
      article('Prix et paiement', 'Les prix sont ceux du contrat commercial annexé.'),
    ].join('')}<p>Fait le {date}.</p>`,
  },
  {
    // The work that the agency gives out: the other party is its subcontractor.
    ...{ kind: 'customer', title: 'Contrat de sous-traitance (confiée par l’agence)', signingOrder: 'ORDER' },
    content: `<p><strong>Entre les soussignés :</strong></p>${agencySide.replace('le prestataire', 'le donneur d’ordre')}${customerSide.replace('le client', 'le sous-traitant')}${[
      article(
        'Objet et part sous-traitée',
        'Le donneur d’ordre confie au sous-traitant une partie de la prestation de sécurité suivante : ……………. Part sous-traitée : …………… % (article L612-5-1 du code de la sécurité intérieure : une partie seulement du contrat peut être sous-traitée).',
        law,
      ),
      article(
        'Rang',
        'Le sous-traitant intervient au rang : 1 ☐  2 ☐. Au rang 2, le donneur d’ordre justifie du recours à la sous-traitance, et l’entreprise principale l’a validé. Le sous-traitant ne sous-traite pas à son tour au-delà du rang 2.',
      ),
      article('Durée', 'Le contrat prend effet le …………… et prend fin le ……………, avec un préavis de …………….'),
      article(
        'Vérifications',
        'Le sous-traitant remet son autorisation d’exercice, les cartes professionnelles des agents affectés et les attestations de vigilance (article L8222-1 du code du travail) à la signature, puis tous les six mois. Le donneur d’ordre vérifie la validité de ces pièces.',
      ),
      article('Prix et paiement', 'Les prix sont ceux de l’annexe tarifaire.'),
    ].join('')}<p>Fait le {date}.</p>`,
  },
];
