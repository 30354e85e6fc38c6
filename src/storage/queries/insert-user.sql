INSERT INTO users (id, email, email_folded, name, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)
