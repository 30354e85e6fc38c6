-- @back 93: what is changed here goes to no repository any more
-- Whether a source writes to its repository, and the newest audit record that a look of it has seen.
ALTER TABLE git_syncs
  ADD COLUMN pushes boolean NOT NULL DEFAULT false,
  ADD COLUMN seen_sequence bigint NOT NULL DEFAULT 0;
CREATE INDEX git_syncs_pushes ON git_syncs (organization_id) WHERE pushes AND enabled;
