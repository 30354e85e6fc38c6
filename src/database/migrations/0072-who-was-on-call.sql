-- To whom what was sent to a rota about an alert went, and why.
CREATE TABLE alert_on_call (
  organization_id text COLLATE "C" NOT NULL,
  alert_id text COLLATE "C" NOT NULL,
  -- The route, heartbeat or rule that sent it.
  sender_id text COLLATE "C" NOT NULL,
  rota_id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  -- What the rota was called then.
  rota_name text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('role', 'next_role', 'fallback', 'nobody')),
  -- The role whose people got it; null where it was nobody on call.
  answered text,
  -- Addresses of people, or the fallback's address or id.
  receivers text[] NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (organization_id, alert_id, sender_id, rota_id, role, at),
  FOREIGN KEY (organization_id, alert_id) REFERENCES alerts (organization_id, id) ON DELETE CASCADE
);
