// Labels in the history of records.
export const requestsActs = {
  writeMessage: 'Message',
  answerByMail: 'Réponse envoyée par e-mail',
} as const;
