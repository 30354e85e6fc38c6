-- Whoever has a name now comes before who had it, for good.
DELETE FROM former_page_names WHERE name = :name
RETURNING organization_id
