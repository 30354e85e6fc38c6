SELECT closed_at AS "closedAt", outcome, closed_by AS "closedBy"
FROM pages
WHERE organization_id = :organization_id AND id = :id
