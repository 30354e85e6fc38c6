INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ($1, $2, $3, $4, $5)
