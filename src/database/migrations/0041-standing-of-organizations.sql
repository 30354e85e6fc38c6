-- @back 40: suspensions, deletions that are due and quotas: it serves those organizations like any other

-- Whether the operator has suspended an organization, or is going to delete it; both may be. Null: neither.
ALTER TABLE organizations
  ADD COLUMN suspended_at timestamptz(3),
  ADD COLUMN suspended_by text,
  ADD COLUMN suspension_reason text,
  -- When it is to be deleted, and when and why that was decided.
  ADD COLUMN delete_at timestamptz(3),
  ADD COLUMN deletion_asked_at timestamptz(3),
  ADD COLUMN deletion_asked_by text,
  ADD COLUMN deletion_reason text,
  -- The moment that the newest whole export of it shows.
  ADD COLUMN exported_at timestamptz(3),
  -- Those that stand in the place of its plan's.
  ADD COLUMN quotas jsonb NOT NULL DEFAULT '{}';
CREATE INDEX organizations_to_delete ON organizations (delete_at) WHERE delete_at IS NOT NULL;

-- How much the organizations of a plan may have. A plan without a row has no quotas.
CREATE TABLE plan_quotas (
  plan text COLLATE "C" PRIMARY KEY CHECK (plan IN ('free', 'team', 'business')),
  quotas jsonb NOT NULL
);

-- When an alert was taken in, whenever it began: the quota on alerts a minute counts by it.
ALTER TABLE alerts ADD COLUMN received_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX alerts_received ON alerts (organization_id, received_at);
