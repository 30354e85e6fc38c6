SELECT rows.kind, rows.id, rows.natural_key
FROM unnest($2::text[], $3::text[]) AS target (kind, id)
JOIN rows ON rows.organization_id = $1 AND rows.kind = target.kind AND rows.id = target.id
