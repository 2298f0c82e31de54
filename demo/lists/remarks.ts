// Remarks in an agency's sheets: instructions, codes, access, people. No health or family matters, as the law requires.

export const accessRemarks: readonly string[] = [
  'Accès de nuit par le portillon latéral, le portail principal reste verrouillé après 21h.',
  'Code du portail piéton : {code}. Le faire changer à chaque départ de collaborateur.',
  'Se présenter au gardien avec la carte professionnelle, le badge visiteur est remis contre signature.',
  'Prise de service au PC sécurité, niveau -1, ascenseur B. Badge obligatoire au-delà du SAS.',
  'Stationnement interdit devant la rampe de livraison entre 5h et 9h (livraisons).',
  'Barrière automatique en panne : ouvrir à la main et refermer derrière soi, clé dans la boîte à code.',
  'Accès pompiers à laisser libre en permanence, relever les plaques des véhicules en infraction.',
  'Digicode {code} au 12 ter ; interphone « Conciergerie » en cas de panne.',
  'Pas de réseau mobile au sous-sol : utiliser la radio, canal 3.',
  'Entrée du personnel côté quai 4. Le portail du parking ferme seul au bout de 40 secondes.',
  'Le chien n’est pas admis dans les parties communes, tour extérieur uniquement.',
  'Travaux sur la voie jusqu’à la fin du trimestre : arriver par l’entrée ouest.',
];

export const dutyRemarks: readonly string[] = [
  'Ronde complète à la prise de poste, puis une ronde toutes les deux heures avec pointage des 14 points.',
  'Fermeture : vérifier les issues de secours, éteindre les éclairages des bureaux, mettre sous alarme avant 22h30.',
  'Consigne levée de doute : deux agents minimum, ne jamais entrer seul si une vitre est brisée.',
  'Appeler le cadre d’astreinte avant toute intervention des forces de l’ordre, sauf danger immédiat.',
  'Contrôle visuel des sacs à l’entrée, aucune fouille : le refus se signale sur la main courante.',
  'Main courante à envoyer chaque matin avant 7h30, photos à l’appui pour toute dégradation.',
  'Registre de sécurité consultable au PC, y noter chaque essai du SSI.',
  'Tenue : costume sombre et oreillette, pas de blouson siglé pendant l’accueil du public.',
  'Remise des clés au responsable d’ouverture à 8h précises, contre émargement.',
  'Évacuation : point de rassemblement sur le parvis, face à l’entrée principale.',
  'Filtrage renforcé les vendredis et samedis soir, un agent supplémentaire de 20h à 3h.',
  'Température de la salle technique à relever à chaque ronde : prévenir au-delà de 26 °C.',
  'Tour des véhicules en stationnement à 23h et à 4h, noter toute immatriculation inconnue.',
  'Alarme incendie : reconnaissance en moins de trois minutes, appel du 18 dès confirmation.',
  'Accompagner les prestataires de nettoyage au troisième étage, ils n’ont pas de badge.',
];

export const customerRemarks: readonly string[] = [
  'Demande un interlocuteur unique pour la planification. Réunion qualité chaque premier mardi du mois.',
  'Bon de commande obligatoire avant toute prestation supplémentaire.',
  'Facture à déposer sur le portail du client, jamais par courrier.',
  'Contrat reconduit par tacite reconduction ; révision tarifaire au 1er janvier.',
  'Préavis de 48 heures pour tout changement d’agent sur le poste d’accueil.',
  'Très attentif à la présentation des agents. Deux réclamations en début de contrat, réglées.',
  'Règle toujours à l’échéance. Relance inutile avant le 10 du mois suivant.',
  'Saison haute de mai à septembre : renforts à prévoir dès mars.',
  'Plan de prévention signé, à renouveler chaque année avec le responsable du site.',
  'Souhaite recevoir les plannings le 25 du mois précédent au plus tard.',
];

export const prospectRemarks: readonly string[] = [
  'Rencontré au salon de la sûreté, attend un devis pour une surveillance de nuit.',
  'Visite des lieux à organiser avec le commercial, appel d’offres au printemps.',
  'Contrat en cours chez un confrère jusqu’à la fin de l’année. À rappeler en septembre.',
];

export const agentRemarks: readonly string[] = [
  'Véhicule personnel, permis B. Accepte les vacations de nuit.',
  'Disponible les week-ends et jours fériés, préfère les postes fixes.',
  'Ne souhaite pas travailler à plus de 30 km de son domicile.',
  'Anglais et italien courants : à privilégier pour l’accueil hôtelier.',
  'Formation SST à recycler au prochain trimestre.',
  'Bon relationnel avec les clients, peut former les nouveaux arrivants.',
  'Tenue taille L, chaussures 43. Dotation complète remise contre signature.',
  'Carte professionnelle renouvelée, copie au dossier.',
  'Joignable par SMS de préférence, ne répond pas en matinée après une nuit.',
  'Expérience de pompier volontaire, très à l’aise sur les postes incendie.',
];

export const dogRemarks: readonly string[] = [
  'Équipe cynophile avec Orka, berger malinois. Carnet de vaccination à jour au dossier.',
  'Équipe cynophile avec Titan, berger allemand. Véhicule équipé d’une cage homologuée.',
  'Équipe cynophile avec Naya, rottweiler. Tours extérieurs uniquement.',
];

export const keyRemarks: readonly string[] = [
  'Au tableau du PC sécurité, à émarger.',
  'Double conservé au coffre de l’agence.',
  'Ne jamais la laisser sur la porte.',
  'Remise contre signature au responsable de site.',
  'Trousseau scellé, à ouvrir en cas d’incident seulement.',
];

export const alarmRemarks: readonly string[] = [
  'Temporisation de sortie : 45 secondes.',
  'Mise en service automatique à 22h30.',
  'Appeler la télésurveillance avant toute intervention technique.',
  'Code de contrainte communiqué de vive voix uniquement.',
  'Zone 4 sensible aux courants d’air : fermer l’imposte.',
];

/** Event types of a site that does not use the agency's list. */
