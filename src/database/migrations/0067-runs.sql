-- The run that a record's call was a part of, as its caller named it: a Terraform run, a CI job, an agent's session.
ALTER TABLE audit_records ADD COLUMN run text COLLATE "C";
CREATE INDEX audit_records_by_run ON audit_records (organization_id, run, sequence) WHERE run IS NOT NULL;
