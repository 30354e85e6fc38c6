-- The page was closed because its alerts are this person's: now it is known by which way they answered. Once.
UPDATE pages SET closed_by = :closed_by
WHERE organization_id = :organization_id AND id = :id AND outcome = 'acknowledged' AND closed_by = :email
RETURNING id
