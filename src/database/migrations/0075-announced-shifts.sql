-- @back 74: it notifies nobody of shifts

-- The shifts that the people of an organization were last notified of, and until when it was looked for hand-overs. A node
-- writes it together with the messages that follow from the difference, so that each is sent once.
CREATE TABLE announced_shifts (
  organization_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  looked_until timestamptz NOT NULL,
  announced jsonb NOT NULL
);

-- Which organizations have a rota.
CREATE INDEX rows_rotas ON rows (organization_id) WHERE kind = 'on_call_rotas';
