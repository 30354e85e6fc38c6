/** A database on which a newer program ran, with a way back to this one. */

/** The record of a newer migration that every program runs on. */
export const newerMigration = `INSERT INTO schema_migrations (version, name, applied_at, checksum, back_to, back_loses)
  VALUES (9999, 'newer', now(), 'x', 1, 'nothing')`;
