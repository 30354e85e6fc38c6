SELECT rota_id AS "rotaId", role FROM pages WHERE organization_id = :organization_id AND id = :id AND closed_at IS NULL
