-- The set that a row belongs to, kept beside it: it is no configuration, and moves neither revision nor times.
ALTER TABLE rows ADD COLUMN managed_by text COLLATE "C";
CREATE INDEX rows_by_set ON rows (organization_id, managed_by, kind, id) WHERE managed_by IS NOT NULL;

-- What was asked for is sealed, because it may hold secrets.
CREATE TABLE plans (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'invalid', 'applied')),
  actor_id text COLLATE "C" NOT NULL,
  sealed_request text NOT NULL,
  -- JSON as it is answered: what a list shows of it, and the rest.
  head text NOT NULL,
  difference text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  applied_at timestamptz(3),
  PRIMARY KEY (organization_id, id)
);

CREATE INDEX plans_by_time ON plans (organization_id, created_at DESC, id DESC);

-- What was applied for a set the last time: drift is what differs from it.
CREATE TABLE plan_sets (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  sealed_request text NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  applied_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, name)
);

-- Records of one plan are one act: each says how many they are, so that a missing one shows.
ALTER TABLE audit_records ADD COLUMN plan_id text COLLATE "C";
ALTER TABLE audit_records ADD COLUMN plan_records integer;
CREATE INDEX audit_records_by_plan ON audit_records (organization_id, plan_id, sequence)
  WHERE plan_id IS NOT NULL;
