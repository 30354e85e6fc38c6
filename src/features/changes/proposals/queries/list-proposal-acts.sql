SELECT act
FROM proposal_acts
WHERE organization_id = :organization_id AND proposal_id = :proposal_id
ORDER BY place
