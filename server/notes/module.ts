import { InformationNote } from '#core/notes/note.ts';
import { extend, module } from '#server/kernel/module.ts';
import { informationNoteExtension, informationNoteHandlers, receiveNote } from './notes.ts';
import { notePeople } from './people.ts';
import { spreadNotes } from './spreading.ts';

export const notes = module({
  entities: [extend(InformationNote, informationNoteExtension)],
  calls: informationNoteHandlers,
  jobs: [spreadNotes],
  receivers: [receiveNote],
  people: notePeople,
});
