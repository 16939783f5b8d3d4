{{/* Names are those of the release, shortened so that suffixes fit. */}}
{{- define "sextant.name" -}}
{{- if contains "sextant" .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-sextant" (.Release.Name | trunc 40 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* Labels of every object. */}}
{{- define "sextant.labels" -}}
app.kubernetes.io/part-of: sextant
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Labels that select pods. Call it with a dict of root and component. */}}
{{- define "sextant.selector" -}}
app.kubernetes.io/name: sextant-{{ .component }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "sextant.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Settings that are not secret, as entries of a ConfigMap. */}}
{{- define "sextant.settings" -}}
MODE: production
API_PROCESSES: "1"
WORKER_PROCESSES: "1"
{{- with .Values.basePath }}
BASE_PATH: {{ . | quote }}
{{- end }}
{{- with .Values.trustProxy }}
TRUST_PROXY: {{ . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* Fields of every pod. */}}
{{- define "sextant.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end -}}

{{/* Fields of every container. */}}
{{- define "sextant.container" -}}
image: {{ include "sextant.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{/* Where pods run. Call it with the values of the component. */}}
{{- define "sextant.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
