-- They are reported to go on.
UPDATE alerts SET end_held_at = NULL
WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND end_held_at IS NOT NULL
