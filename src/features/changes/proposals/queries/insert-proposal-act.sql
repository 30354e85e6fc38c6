-- The proposal is locked, so that places are given one after the other.
INSERT INTO proposal_acts (organization_id, proposal_id, place, act)
SELECT :organization_id, :proposal_id,
  coalesce((SELECT max(place) FROM proposal_acts
    WHERE organization_id = :organization_id AND proposal_id = :proposal_id), 0) + 1,
  :act
