-- The version of what may be changed of a member, the role: the ETag of the members' calls.
ALTER TABLE members ADD COLUMN revision bigint NOT NULL DEFAULT nextval('row_revision');
