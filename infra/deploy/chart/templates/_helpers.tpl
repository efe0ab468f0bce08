{{- define "enfilade.name" -}}
{{- contains "enfilade" .Release.Name | ternary .Release.Name (printf "%s-enfilade" .Release.Name) | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "enfilade.selector" -}}
app.kubernetes.io/name: enfilade
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "enfilade.metadata" -}}
name: {{ include "enfilade.name" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "enfilade.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "enfilade.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "enfilade.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "enfilade.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}
