-- @back 80: proposals, which it does not know

-- A change that people look at before it is made. What was asked for is sealed, because it may hold secrets.
CREATE TABLE proposals (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (
    status IN ('open', 'approved', 'applied', 'confirmed', 'rejected', 'withdrawn', 'expired', 'reverted')
  ),
  author_id text COLLATE "C" NOT NULL,
  sealed_request text NOT NULL,
  -- JSON: what was said of it, by whom, and how it is to take effect.
  head text NOT NULL,
  -- What it was found to do when it was looked at last, as JSON; the digest is of what of that matters.
  digest text COLLATE "C" NOT NULL,
  shown text NOT NULL,
  -- The rows that it changes, as kind/id.
  touches text[] NOT NULL,
  -- JSON: what became of it once it was applied.
  progress text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When the service has to look at it by itself; null where nothing of it waits for a moment.
  due_at timestamptz(3),
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX proposals_by_time ON proposals (organization_id, created_at DESC, id DESC);
CREATE INDEX proposals_due ON proposals (due_at) WHERE due_at IS NOT NULL;
-- A row's write never asks for them: only proposals look for others of the same rows.
CREATE INDEX proposals_touching ON proposals USING gin (touches) WHERE status IN ('open', 'approved');

-- What was done about a proposal, and said of it, the oldest first.
CREATE TABLE proposal_acts (
  organization_id text COLLATE "C" NOT NULL,
  proposal_id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  -- JSON: the actor, the person behind it, what it did, its comment, and the digest that it was shown.
  act text NOT NULL,
  PRIMARY KEY (organization_id, proposal_id, place),
  FOREIGN KEY (organization_id, proposal_id) REFERENCES proposals (organization_id, id) ON DELETE CASCADE
);
