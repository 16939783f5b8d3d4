// Notes of projects: texts on a day, which charts show.
import type { FastifyInstance } from 'fastify';
import Type from '../../contract/schema.ts';
import { NewNote, Note } from '../../contract/tracking-alerts.ts';
import { KEY_HEADER } from '../header-parameters.ts';
import { projectOf, projectPath, removed, STATUSES, TAGS, type TrackingRouteParts } from '../tracking-parts.ts';
import { checkerOf } from '../validation.ts';
import { FETCH_STATUSES, idOf, known, responses } from './operation.ts';

type InProject = { Params: { id: string } };

export function projectNoteRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const checkNote = checkerOf(NewNote);
  const notePath = Type.Object({ ...projectPath.properties, noteId: Type.String() });

  app.get<InProject>(
    '/projects/:id/notes',
    {
      schema: {
        tags: TAGS,
        summary: 'List the notes of a project',
        params: projectPath,
        response: responses(Type.Object({ items: Type.Array(Note) }), FETCH_STATUSES),
      },
    },
    async (request) => ({ items: await parts.notes.list(await projectOf(request, parts)) }),
  );
  app.post<InProject>(
    '/projects/:id/notes',
    {
      schema: {
        tags: TAGS,
        summary: 'Add a note to a day',
        description: 'Charts show it as a flag.',
        headers: KEY_HEADER,
        params: projectPath,
        body: NewNote,
        response: responses(Note, STATUSES),
      },
    },
    async (request, reply) => {
      checkNote(request.body);
      const project = await projectOf(request, parts);
      const create = async () => {
        const note = await parts.notes.create(project, request.body as NewNote);
        parts.onChanged('note created', { account: project.accountId, project: project.publicId, note: note.id });
        return note;
      };
      return parts.once(request, reply, create);
    },
  );
  app.delete<{ Params: { id: string; noteId: string } }>(
    '/projects/:id/notes/:noteId',
    { schema: { tags: TAGS, summary: 'Remove a note', params: notePath, response: removed(FETCH_STATUSES) } },
    async (request, reply) => {
      const project = await projectOf(request, parts);
      const noteId = idOf(request.params.noteId);
      known(await parts.notes.remove(project, noteId));
      parts.onChanged('note removed', { account: project.accountId, project: project.publicId, note: noteId });
      return reply.code(204).send();
    },
  );
}
