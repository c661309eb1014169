import { z } from 'zod';

/** Raised when what is written can no longer be read by an older version of this code. */
const FORMAT = 1;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  /** SHA-256 of the rows as PostgreSQL copies them, in the order of their keys; hexadecimal. */
  checksum: z.string(),
});

/** What a backup says of itself; its last file, so that one that was cut off has none. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The schema the rows have: names of migrations. */
  migrations: z.array(z.string()),
  /** In an order in which every reference finds what it refers to. */
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = z.infer<typeof tableSchema>;

export const MANIFEST = 'manifest.json';
export const FORMAT_VERSION: Manifest['format'] = FORMAT;
export const fileOf = (table: string) => `tables/${table}.copy`;
