// Labels of the actions on a record.
import type { Entity } from './entity.ts';

const acts: Record<string, string> = {
  create: 'Création',
  edit: 'Modification',
  save: 'Modification',
  delete: 'Suppression',
  editRights: 'Droits modifiés',
  applyRights: 'Appliqué à ceux qui l’avaient',
  invite: 'Invitation envoyée',
  acceptInvitation: 'Invitation acceptée',
  disconnect: 'Déconnexion de tous les appareils',
  resetSecondFactor: 'Validation en deux étapes réinitialisée',
  actFor: 'Accès du support',
  read: 'Lecture',
  acknowledge: 'Prise de connaissance',
  remind: 'Relance',
  addRecipients: 'Destinataires ajoutés',
  import: 'Import',
  clock: 'Échéance passée',
  reveal: 'Consultation',
  exportPersonalData: 'Export des données personnelles demandé',
  readRegister: 'Consultation des mentions du registre',
  erase: 'Données personnelles effacées',
  correct: 'Correction',
  publish: 'Publication',
  unpublish: 'Publication annulée',
  start: 'Prise de service',
  resume: 'Reprise',
  startBreak: 'Début de pause',
  endBreak: 'Fin de pause',
  extend: 'Prolongation',
  interrupt: 'Interruption',
  finish: 'Fin de service',
  beginUnplanned: 'Service non planifié démarré',
  note: 'Note de l’agence',
};

export const actLabel = (of: Entity, action: string): string =>
  of.machine?.moves[action]?.label ?? acts[action] ?? action;
