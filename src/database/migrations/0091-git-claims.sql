-- @back 90: what a node had claimed that is gone waits for its next poll
-- Claims of nodes that are gone are found by their end.
CREATE INDEX git_syncs_held ON git_syncs (held_until) WHERE held_until IS NOT NULL;
