-- What the deploy gate answered to pipelines, and what it decided by, for replays. The same answer on the same facts is
-- one row a minute.
CREATE TABLE gate_verdicts (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  minute timestamptz(3) NOT NULL,
  service text COLLATE "C" NOT NULL,
  -- Of the answer and the facts.
  hash bytea NOT NULL,
  -- When it was asked first in the minute, and how often.
  asked_at timestamptz(3) NOT NULL,
  count integer NOT NULL,
  allowed boolean NOT NULL,
  -- The codes of the reasons that hold deploys, or would but for the override.
  held_by text[] NOT NULL,
  -- A list: whether an override allowed or held it (null without one), the figures of its SLOs, impacts of open incidents.
  facts jsonb NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (organization_id, minute, service, hash)
);

-- Up to when the verdicts of an organization have gaps, because they grew beyond their bounds or were not kept yet.
CREATE TABLE gate_verdict_cuts (
  organization_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  cut_at timestamptz(3) NOT NULL
);
INSERT INTO gate_verdict_cuts (organization_id, cut_at) SELECT id, now() FROM organizations;
