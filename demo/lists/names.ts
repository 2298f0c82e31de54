// First and last names typical of a French agency.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const womenNames = words(`
  Adèle Agathe Aïcha Alice Aline Alix Amandine Amélie Amina Anaïs Andréa Angélique Anissa Anne Assia Audrey Aurélie Awa
  Béatrice Bénédicte Camille Carine Caroline Catherine Cécile Céline Chantal Charlotte Chloé Christelle Claire Clémence
  Coralie Corinne Delphine Dounia Élise Élodie Emma Emmanuelle Estelle Eva Fanny Farida Fatima Fatou Florence Gaëlle
  Hélène Inès Isabelle Jade Jeanne Jennifer Jessica Johanna Julie Juliette Karima Karine Khadija Laëtitia Latifa Laura
  Laurence Léa Leïla Lina Louise Lucie Madeleine Maëva Magali Manon Margaux Marie Marine Marion Mathilde Mélanie Mélissa
  Mireille Morgane Myriam Nadia Nadine Nathalie Nawel Noémie Océane Odile Ophélie Pauline Priscilla Rachel Romane Sabrina
  Samira Sandrine Sarah Séverine Sofia Solène Sonia Sophie Stéphanie Sylvie Tatiana Valérie Vanessa Véronique Virginie
  Yasmina Yvette Zohra
`);

export const menNames = words(`
  Abdel Adama Adrien Ahmed Alain Alexandre Alexis Ali Amadou Anthony Antoine Arnaud Arthur Aurélien Bakary Baptiste
  Benjamin Benoît Bernard Bilal Boubacar Brahim Bruno Cédric Charles Christian Christophe Clément Cyril Damien Daniel
  David Denis Didier Dimitri Dylan Emmanuel Éric Étienne Fabien Fabrice Farid Florian Franck François Frédéric Gaël
  Gilles Grégory Guillaume Hakim Hamza Hervé Hugo Ibrahim Idriss Ismaël Jamel Jean Jérémy Jérôme Joël Jonathan Jordan
  Julien Kamel Karim Kévin Khalid Laurent Léo Loïc Lucas Ludovic Mamadou Marc Mathieu Maxime Mehdi Michaël Michel
  Mickaël Mohamed Moussa Mourad Nabil Nassim Nathan Nicolas Olivier Omar Ousmane Pascal Patrick Philippe Pierre Quentin
  Rachid Raphaël Rémi Renaud Richard Robin Romain Samir Samuel Sébastien Sofiane Stéphane Sylvain Tarek Théo Thibault
  Thierry Thomas Tony Valentin Victor Vincent Wassim Xavier Yacine Yann Yannick Youssef Yves Zakaria
`);

export const lastNames = words(`
  Abbas Adam Alvarez Amar André Antoine Arnoux Aubert Aubry Aymard Ba Bailly Barbier Baron Barret Barry Barthélemy Bauer
  Belaïd Bellanger Benali Benoît Bensaïd Berger Bernard Bernardi Berthelot Bertrand Besson Bianchi Blanc Blanchard Bodin
  Boisson Bonnet Bouchard Boucher Boudjemaa Boulanger Bourdon Bourgeois Boutin Bouvier Boyer Brun Brunel Bruno Caillaud
  Camara Camus Carlier Caron Carpentier Carré Cartier Cassini Castelli Chabert Charpentier Charrier Chauvin Chevalier
  Chevallier Cissé Clerc Collet Collin Colonna Cordier Costa Coulibaly Courtois Cousin Da-Silva David Delattre Delaunay
  Delmas Deschamps Descamps Desmet Devos Diallo Diarra Diop Ducrocq Dubois Dufour Dumas Dumont Dupont Dupuis Durand
  Duval Étienne Evrard Fabre Faure Fernandes Ferrand Ferrari Ferreira Fleury Fontaine Fortin Fournier Gaillard Garcia
  Garnier Gastaldi Gauthier Gautier Gérard Germain Gilbert Gilles Girard Giraud Giordano Gomez Gonzalez Guérin Guichard
  Guillot Guyot Hamon Haddad Hamdi Henry Hervé Hubert Huet Humbert Imbert Isnard Jacob Jacquet Joly Jourdan Julien
  Kaddouri Kanté Keita Khelifi Konaté Lacroix Laborde Lambert Lamy Langlois Laporte Laurent Lebrun Leclerc Leclercq
  Lecomte Lefebvre Lefèvre Legrand Lemaire Lemoine Leroux Leroy Lévêque Lopes Lopez Lucas Maillard Mahieu Mallet
  Mansouri Marchand Maréchal Marie Marin Marinelli Martel Martin Martinez Martini Masson Mathieu Mebarki Menard Mercier
  Messaoudi Meunier Meyer Meziane Michaud Michel Millet Monnier Moreau Morel Moretti Morin Moulin Muller Navarro N'Diaye
  Nguyen Nicolas Noël Ollivier Orsini Ouedraogo Pastorelli Paul Payet Pelletier Pereira Perez Perret Perrin Perrot
  Petit Philippe Picard Pichon Poirier Pons Poulain Prévost Raybaud Raymond Renard Renaud Rey Ribeiro Richard Rivière
  Robert Robin Roche Rodrigues Rodriguez Roger Rolland Romano Rossi Rousseau Roussel Roux Roy Sabatier Saïdi Sanchez
  Santos Schmitt Silva Simon Sissoko Soares Sow Tessier Thibault Thomas Touré Traoré Valentin Vallet Vandamme Vasseur
  Verdier Vidal Viale Vincent Vivier Weber Yahiaoui Zanetti Zerbib Ziani
`).map((name) => name.replace('Da-Silva', 'Da Silva'));
