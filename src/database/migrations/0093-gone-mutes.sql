-- @back 80: mutes that were deleted of late: a change policy of that program does not look at them

-- What mutes that were deleted took, and from when until when they held: policies ask for how long something is muted in all.
CREATE TABLE gone_mutes (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  configuration jsonb NOT NULL,
  began_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX gone_mutes_by_end ON gone_mutes (organization_id, ended_at);
