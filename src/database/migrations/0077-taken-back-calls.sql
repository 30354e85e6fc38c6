-- @back 75: what they run is not ended by a client that takes it back at another node

-- Long calls of MCP that their clients took back at a process which does not run them: the one that does looks here.
CREATE TABLE taken_back_calls (
  -- A hash of the organization, the credential, the session and the request's id.
  call text COLLATE "C" PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX taken_back_calls_at ON taken_back_calls (at);
