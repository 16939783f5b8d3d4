// Input schemas of the tracking tools.
import { OneOf } from '../contract/dialect.ts';
import Type, { type Static } from '../contract/schema.ts';
import { DEVICES } from '../contract/tracking.ts';

const closed = { additionalProperties: false };
const project = Type.Optional(Type.String({ maxLength: 100, description: 'Id, name or domain of a project.' }));

export const TrackInput = Type.Object(
  {
    keywords: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 1000 }),
    project,
    domain: Type.Optional(Type.String({ maxLength: 300, description: 'Instead of project: its project is used, or created.' })),
    region: Type.Optional(Type.String({ maxLength: 300, description: 'As in search. Default: that of the project, or US.' })),
    engine: Type.Optional(Type.String({ maxLength: 40, description: 'As in search.' })),
    devices: Type.Optional(Type.Array(OneOf(DEVICES), { minItems: 1, maxItems: 2 })),
    confirm: Type.Optional(Type.Boolean({ description: 'Set it after the user accepted the price. Default: only the price.' })),
  },
  closed,
);
export const ReportInput = Type.Object(
  {
    project,
    keyword: Type.Optional(Type.String({ maxLength: 300, description: 'Show the history of this keyword.' })),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'Default: 30.' })),
    top: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Number of keywords. Default: 20.' })),
  },
  closed,
);

export type TrackInput = Static<typeof TrackInput>;
export type ReportInput = Static<typeof ReportInput>;
