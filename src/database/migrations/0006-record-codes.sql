-- A record proves from the moment it is written that the service wrote it: the program gives it an id, and a
-- code over its content, which stands in the outbox until the record is sealed. Then the seal proves both.
-- Records of earlier versions have neither.
ALTER TABLE audit_records ADD COLUMN id uuid;
ALTER TABLE audit_outbox ADD COLUMN code text;

-- Records that waited for a seal and that the service did not write, or cannot prove to have written. They are
-- kept, and reported, until somebody has looked into them.
CREATE TABLE audit_refused (
  organization_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  code text,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);

-- What retention removed is older than this, so that a copy of it that is put back is told from a new record.
ALTER TABLE audit_checkpoints ADD COLUMN kept_since timestamptz(3);

-- Nodes of the version before may still run. They give no codes and prove heads in another way, so their writes
-- are refused as if the database were not there: they answer 503 with Retry-After, until they are replaced.
-- They still use the columns logged_position and logged_at of audit_heads, which a later version can remove.
CREATE FUNCTION refuse_former_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this needs a newer orgconfig, whose audit records carry a code' USING ERRCODE = '57P03';
END
$$;

CREATE TRIGGER audit_outbox_has_codes BEFORE INSERT ON audit_outbox
  FOR EACH ROW WHEN (NEW.code IS NULL AND current_setting('application_name') = 'orgconfig')
  EXECUTE FUNCTION refuse_former_node();
CREATE TRIGGER audit_heads_have_new_codes BEFORE INSERT OR UPDATE ON audit_heads
  FOR EACH ROW WHEN (NEW.code NOT LIKE '2.%' AND current_setting('application_name') = 'orgconfig')
  EXECUTE FUNCTION refuse_former_node();
